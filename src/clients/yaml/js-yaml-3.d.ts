/** js-yaml 3 under an alias, beside js-yaml 4; only the one function that gray-matter calls. */
declare module "js-yaml-3" {
  const yaml: { readonly safeLoad: (text: string) => unknown };
  export default yaml;
}
