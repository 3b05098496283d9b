// As much of node as is used here; whoever uses the package needs no types of node's.
declare const process: { versions?: { node?: string } } | undefined;
declare function require(name: string): any;
declare module "node:worker_threads" {
  export class Worker {
    constructor(code: string, options: { eval: boolean });
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    on(event: string, take: (what: any) => void): void;
    postMessage(message: unknown): void;
    ref(): void;
    unref(): void;
    terminate(): Promise<number>;
  }
}
// What build.mjs puts in.
declare module "worker-code" {
  const text: string;
  export default text;
}
declare module "core-gz" {
  /** The WebAssembly module, gzipped, in base64. */
  const text: string;
  export default text;
}
