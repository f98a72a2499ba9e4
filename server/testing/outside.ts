import { createServer as createPlain, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

// A key and a certificate of a server for tests, for outside.test, localhost and 127.0.0.1, until 2120. Nothing trusts it
// that is not told to.
export const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgc+Q+EpKOSJmc7bGj
NEEOQGn4XhDpi12si+xyooV2oyWhRANCAAS2SsFckh4cx4R46eW37CvuJyCiZD8S
7FUyEEH+1oTx7DnSXYrRw4ZTgSr0hKQ9fuOmFVqJeGAIgFFVur1SSdBA
-----END PRIVATE KEY-----`;

export const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBeDCCAR6gAwIBAgIBATAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxvdXRzaWRl
LnRlc3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBcxFTATBgNV
BAMMDG91dHNpZGUudGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABLZKwVyS
HhzHhHjp5bfsK+4nIKJkPxLsVTIQQf7WhPHsOdJditHDhlOBKvSEpD1+46YVWol4
YAiAUVW6vVJJ0ECjWTBXMCgGA1UdEQQhMB+CDG91dHNpZGUudGVzdIIJbG9jYWxo
b3N0hwR/AAABMAwGA1UdEwQFMAMBAf8wHQYDVR0OBBYEFIonugfhKMQTLKdzc4RM
WJuXbi5gMAoGCCqGSM49BAMCA0gAMEUCIQDGyyB2XqTdX4ihIK5gQSPRq8Dx+VtP
omRtaC1fbB0x4wIgPsgZ3mqUQnLaTupIa69Q1dmbzbN8xEGf4giBPLY+/Eo=
-----END CERTIFICATE-----`;

/** A server on 127.0.0.1 that somebody outside might have: by TLS, or plain. */
export async function startOutside(answer: (req: IncomingMessage, res: ServerResponse) => void, isPlain = false) {
  let connections = 0;
  const server: Server = isPlain ? createPlain(answer) : createServer({ key: testKey, cert: testCertificate }, answer);
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `${isPlain ? "http" : "https"}://127.0.0.1:${port}`,
    connections: () => connections,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
