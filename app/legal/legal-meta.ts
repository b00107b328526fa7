import type { MetaDescriptor } from 'react-router'

export function legalMeta(document: { title: string; url: string } | undefined): MetaDescriptor[] {
  if (!document) return []
  return [{ title: document.title }, { tagName: 'link', rel: 'canonical', href: document.url }]
}
