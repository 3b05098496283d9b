// The bundled program of src/worker.ts as text: build.mjs makes it.
declare module "worker-code" {
  const code: string;
  export default code;
}
