/**
 * The address or file name of the storefront's list of routes, by that of the list of all routes. The admin's panel has its own
 * documents: its routes would weigh on every first visit.
 */
export const nameStorefrontManifest = (manifest: string): string =>
  manifest.replace('manifest-', 'storefront-manifest-')
