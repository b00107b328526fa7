import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A limit that only a hang reaches, as `expect.poll` has it.
configure({ asyncUtilTimeout: 15_000 })

// What jsdom has no layout for.
Element.prototype.scrollIntoView = () => {}
Element.prototype.checkVisibility = () => true
window.scrollTo = () => {}
Element.prototype.checkVisibility = () => true
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener() {},
    removeListener() {},
  })

afterEach(cleanup)
