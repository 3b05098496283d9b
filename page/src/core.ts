// The C++ of page/core, loaded from a WebAssembly module: the only file that knows its memory.
//
//   const core = await Core.load(wasm, (progress) => show(progress));
//   const info = core.open(bytes, { name: "proof.fvp" });
//   const answer = core.ask({ ask: "probe", moves: "h8 a1" });
//
// The module asks for little: the time, a way to say its last words, and zstd. Files and the network it cannot reach.

import { decompress } from "fzstd";

/** How far a check has come. */
export interface Progress {
  repliesDone: number;
  repliesTotal: number;
  positionsDone: number;
  positionsTotal: number;
  gaps: number;
}

/** What the core answers; { error } says in the program's words why it does not. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Answer = any;

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  allocate(bytes: number): number;
  release(memory: number): void;
  open(file: number, fileBytes: number, request: number, requestBytes: number): number;
  ask(request: number, requestBytes: number): number;
  convert(file: number, fileBytes: number, request: number, requestBytes: number): number;
}

const ok = 0;
const notSupported = 58; // of WASI
const badDescriptor = 8;

/** A trap in the core: it is broken from then on, and whoever has it makes a new one. */
export class CoreFailure extends Error {}

export class Core {
  private exports!: Exports;
  private lastWords = "";

  private constructor(private readonly onProgress: (progress: Progress) => void) {}

  static async load(wasm: BufferSource, onProgress?: (progress: Progress) => void): Promise<Core> {
    return Core.of(await WebAssembly.compile(wasm), onProgress);
  }

  /** Of a module that several share. */
  static async of(
    module: WebAssembly.Module,
    onProgress: (progress: Progress) => void = () => {},
  ): Promise<Core> {
    const core = new Core(onProgress);
    const instance = await WebAssembly.instantiate(module, core.imports());
    core.exports = instance.exports as unknown as Exports;
    core.exports._initialize();
    return core;
  }

  /** Opens a file in place of the one that was open. */
  open(file: Uint8Array, request: object): Answer {
    const bytes = this.put(file);
    try {
      return this.call((text, length) => this.exports.open(bytes, file.length, text, length), request);
    } finally {
      this.release(bytes);
    }
  }

  ask(request: object): Answer {
    return this.call((text, length) => this.exports.ask(text, length), request);
  }

  /** Converts a file, whatever is open: { file, carried, losses }, or { error }. */
  convert(file: Uint8Array, request: object): Answer {
    const bytes = this.put(file);
    try {
      const {
        at,
        bytes: length,
        ...told
      } = this.call((text, size) => this.exports.convert(bytes, file.length, text, size), request);
      return told.error ? told : { file: this.bytes(at, length).slice(), ...told };
    } finally {
      this.release(bytes);
    }
  }

  private call(ask: (text: number, length: number) => number, request: object): Answer {
    const text = new TextEncoder().encode(JSON.stringify(request));
    const at = this.put(text);
    try {
      return JSON.parse(this.textAt(ask(at, text.length)));
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      throw new CoreFailure(this.lastWords.trim() || `internal error: ${error.message}`);
    } finally {
      this.release(at);
    }
  }

  private put(bytes: Uint8Array): number {
    const at = this.exports.allocate(Math.max(bytes.length, 1));
    if (at === 0) throw new CoreFailure("not enough memory");
    this.bytes(at, bytes.length).set(bytes);
    return at;
  }

  private release(at: number): void {
    try {
      this.exports.release(at);
    } catch {
      // After a trap nothing of the module is to be relied upon.
    }
  }

  /** A view of the memory as it is now: it moves when it grows. */
  private bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, at >>> 0, length >>> 0);
  }

  private view(): DataView {
    return new DataView(this.exports.memory.buffer);
  }

  private textAt(at: number): string {
    const all = new Uint8Array(this.exports.memory.buffer);
    return new TextDecoder().decode(all.subarray(at >>> 0, all.indexOf(0, at >>> 0)));
  }

  private imports(): WebAssembly.Imports {
    return {
      env: this.system(),
      host: {
        unzstd: (frame: number, frameBytes: number, out: number, outBytes: number) =>
          this.unzstd(this.bytes(frame, frameBytes), this.bytes(out, outBytes)),
        progress: (
          repliesDone: number,
          repliesTotal: number,
          positionsDone: number,
          positionsTotal: number,
          gaps: number,
        ) => this.onProgress({ repliesDone, repliesTotal, positionsDone, positionsTotal, gaps }),
      },
      wasi_snapshot_preview1: this.wasi(),
    };
  }

  /** The core has looked at the frame's length and at what it says of itself. */
  private unzstd(frame: Uint8Array, out: Uint8Array): number {
    try {
      const content = decompress(frame.slice());
      if (content.length > out.length) return -1;
      out.set(content);
      return content.length;
    } catch {
      return -1;
    }
  }

  /** Linux's calls about files: there are none. */
  private system(): WebAssembly.ModuleImports {
    const refuse = () => -notSupported;
    return {
      emscripten_notify_memory_growth: () => {},
      __syscall_fstat64: refuse,
      __syscall_stat64: refuse,
      __syscall_fstatat64: refuse,
      __syscall_lstat64: refuse,
      __syscall_ftruncate64: refuse,
      __syscall_fallocate: refuse,
    };
  }

  private wasi(): WebAssembly.ModuleImports {
    return {
      clock_time_get: (_clock: number, _precision: bigint, at: number) => {
        this.view().setBigUint64(at >>> 0, BigInt(Math.round(performance.now() * 1e6)), true);
        return ok;
      },
      /** Only what a broken invariant says on standard error. */
      fd_write: (_descriptor: number, pieces: number, count: number, written: number) => {
        let bytes = 0;
        for (let i = 0; i < count; ++i) {
          const at = this.view().getUint32((pieces >>> 0) + 8 * i, true);
          const length = this.view().getUint32((pieces >>> 0) + 8 * i + 4, true);
          this.lastWords += new TextDecoder().decode(this.bytes(at, length));
          bytes += length;
        }
        this.view().setUint32(written >>> 0, bytes, true);
        return ok;
      },
      fd_close: () => badDescriptor,
      fd_read: () => badDescriptor,
      fd_seek: () => badDescriptor,
      fd_pread: () => badDescriptor,
      fd_pwrite: () => badDescriptor,
      fd_sync: () => badDescriptor,
      environ_get: () => ok,
      environ_sizes_get: (count: number, bytes: number) => {
        this.view().setUint32(count >>> 0, 0, true);
        this.view().setUint32(bytes >>> 0, 0, true);
        return ok;
      },
      proc_exit: (code: number) => {
        throw new CoreFailure(this.lastWords.trim() || `the core ended with code ${code}`);
      },
    };
  }
}
