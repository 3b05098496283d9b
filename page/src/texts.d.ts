// What build.mjs makes of other files, as text.

/** The bundled program of src/worker.ts. */
declare module "worker-code" {
  const code: string;
  export default code;
}

/** theorem/assumptions.txt */
declare module "assumptions" {
  const text: string;
  export default text;
}
