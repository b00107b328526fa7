import { PUBLIC_PAGES } from '#infra/http/public-addresses.ts'

/** The pages that everybody sees at one address, without those of products and versions. */
export const PUBLIC_PATHS = Object.keys(PUBLIC_PAGES).filter((path) => !/[:.]/.test(path))
