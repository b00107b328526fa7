import { createContext, useContext } from 'react'
import { useMatches } from 'react-router'
import theme from './storefront.css?inline'
import themeFile from './storefront.css?url'

/** True around a page made for one visitor, which links the style sheet as a file, compressed only once. */
export const StyleSheetAsFile = createContext(false)

/**
 * Other pages have the sheet in the document, so that the first paint waits for no file. Only the server writes it:
 * hydration keeps unknown elements of the head, so these 60 KB need not be in a script. The admin has a sheet of its
 * own, which includes this one.
 */
export function StyleSheet() {
  const isFile = useContext(StyleSheetAsFile)
  const isAdmin = useMatches().some(({ id }) => id === 'admin/layout')
  if (!import.meta.env.SSR || import.meta.env.DEV || isAdmin) return null
  return isFile ? <link rel="stylesheet" href={themeFile} /> : <style>{theme}</style>
}
