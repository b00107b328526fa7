import { createContext, type RouterContextProvider } from 'react-router'
import { writeJson } from '#domain/json-pieces.server.ts'
import type { PageData } from './page-data.ts'

/** The version of the router's table of routes, which names all code of this build. */
export const buildVersion = createContext<string>()

/** Where the page's data wait for the document they will stand in; null when they are asked for without one. */
export const documentData = createContext<{ json: readonly Buffer[] } | null>()

/** Stands in the router's data for the page's own, which lie beside them in a document (app/document.server.ts). */
export const JSON_OF_PAGE = 'json-of-page'

/** For the loader of a public page: values of JSON alone. While the page is rendered they are read as they are. */
export function packPageData<Value extends object>(
  context: Readonly<RouterContextProvider>,
  value: Value,
): PageData<Value> {
  const pieces = writeJson(value)
  const document = context.get(documentData)
  if (document) document.json = pieces
  const json = document ? JSON_OF_PAGE : Buffer.concat(pieces).toString()
  return Object.defineProperty({ json, build: context.get(buildVersion) }, 'value', { value, enumerable: false })
}
