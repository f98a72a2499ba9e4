// Zod would try whether it may make functions from text. Our content security policy does not allow that, and the browser
// reports every try. Zod takes over what stands here when it is loaded, so that pages without a form need not load it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
