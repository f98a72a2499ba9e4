export const bearer = /^Bearer +([\w.~+/-]+=*)\s*$/i;

/** The token of an Authorization header, `Bearer …`; undefined for anything else. */
export const tokenOf = (header: unknown) => (typeof header === "string" ? bearer.exec(header)?.[1] : undefined);
