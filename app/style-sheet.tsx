import { createContext, useContext } from 'react'
import { useMatches } from 'react-router'
import theme from './storefront.css?inline'
import themeFile from './storefront.css?url'

/** Set around a page that is made for one visitor: it names the sheet as a file, which is compressed once and not for each page. */
export const StyleSheetAsFile = createContext(false)

/**
 * Of other pages the sheet stands in the document, so that the first paint waits for nothing else. The server alone writes it: React
 * leaves alone what it does not know in the head, so that these 60 KB need not be in a script. The panel has a sheet of its own, which
 * holds this one.
 */
export function StyleSheet() {
  const isFile = useContext(StyleSheetAsFile)
  const isPanel = useMatches().some(({ id }) => id === 'admin/layout')
  if (!import.meta.env.SSR || import.meta.env.DEV || isPanel) return null
  return isFile ? <link rel="stylesheet" href={themeFile} /> : <style>{theme}</style>
}
