import { createContext, type RouterContextProvider } from 'react-router'
import { writeJson } from './json.server.ts'
import type { PageData } from './page-data.ts'

/** The version of the router's table of routes, which names all code of this build. */
export const buildVersion = createContext<string>()

/** For the loader of a public page: values of JSON alone. While the page is rendered they are read as they are. */
export function packPageData<Value extends object>(
  context: Readonly<RouterContextProvider>,
  value: Value,
): PageData<Value> {
  const sent = { json: writeJson(value), build: context.get(buildVersion) }
  return Object.defineProperty(sent, 'value', { value, enumerable: false })
}
