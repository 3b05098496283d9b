/** Modules that are no files, for esbuild: name and text of each. */
export const texts = (contents) => ({
  name: "texts",
  setup(building) {
    const filter = new RegExp(`^(${Object.keys(contents).join("|")})$`);
    building.onResolve({ filter }, ({ path }) => ({ path, namespace: "texts" }));
    building.onLoad({ filter, namespace: "texts" }, ({ path }) => ({
      contents: contents[path],
      loader: "text",
    }));
  },
});
