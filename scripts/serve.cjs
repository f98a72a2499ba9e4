// The production entry: `npm run serve`, `npm run worker`, `npm run admin:create` and `npm run privacy:reapply`. CommonJS on purpose: the size of Node's thread pool counts
// only if it is set before the first file is read asynchronously, which loading an ES module does.
const { existsSync } = require("node:fs");
const { cpus } = require("node:os");
const { resolve } = require("node:path");

const program = resolve(`dist/${process.argv[2]}.js`);
if (!existsSync(program)) {
  console.error("persdesk: nothing is built yet; run npm run build first");
  process.exit(1);
}
process.env.UV_THREADPOOL_SIZE ??= String(Math.max(2, cpus().length));
process.env.NODE_ENV = "production";
process.env.NEXT_TELEMETRY_DISABLED = "1";
if (process.env.APP_URL) process.env.NEXTAUTH_URL ??= process.env.APP_URL;
// Demo mode belongs to `npm start`: here it would let known passwords and demo secrets in.
delete process.env.PERSDESK_DEMO;
process.setSourceMapsEnabled(true);
import(program);
