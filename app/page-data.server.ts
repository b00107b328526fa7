import { writeJson } from './json.server.ts'
import type { PageData } from './page-data.ts'

/** For the loader of a public page: values of JSON alone. While the page is rendered they are read as they are. */
export function packPageData<Value extends object>(value: Value): PageData<Value> {
  return Object.defineProperty({ json: writeJson(value) }, 'value', { value, enumerable: false })
}
