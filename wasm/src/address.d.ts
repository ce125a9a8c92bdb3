/** What a bundler makes of an import of `whylight/core.wasm`: the address of its copy of the file. */
declare const address: string;
export default address;
