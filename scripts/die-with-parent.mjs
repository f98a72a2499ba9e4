// @ts-check
// Loaded before a child of `npm start`: when the starter is gone, even by kill -9, so should its children be; else they
// would hold the port against the next start.
process.channel?.unref();
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
