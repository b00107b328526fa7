import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AddressText } from '#app/ui/address-text.tsx'

/** What the translator of a browser does: each text becomes an element of its own. */
function translate(root: Element): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const font = document.createElement('font')
    font.textContent = text.nodeValue
    text.replaceWith(font)
  }
}

test.each(['ul. Długa 1, 33-300 Nowy Sącz', 'Prosta 2, 30-001 Kraków', 'Kraków'])(
  'an address in a translated page can be replaced by another one: %s',
  (next) => {
    const { container, rerender } = render(<AddressText>ul. Krótka 5, 00-950 Warszawa, parter</AddressText>)
    translate(container)
    rerender(<AddressText>{next}</AddressText>)
    expect(container.querySelectorAll('span')).toHaveLength(next.split(/(\d{2}-\d{3}(?:\s\S+)?)/).length)
  },
)
