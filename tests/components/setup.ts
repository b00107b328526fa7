import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// What jsdom has no layout for.
Element.prototype.scrollIntoView = () => {}
Element.prototype.checkVisibility = () => true
window.scrollTo = () => {}
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener() {},
    removeListener() {},
  })

afterEach(cleanup)
