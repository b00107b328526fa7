import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// Limits that only a hang reaches, as tests of the shop have them.
configure({ asyncUtilTimeout: 15_000 })
vi.setConfig({ testTimeout: 60_000 })

// What jsdom has no layout for.
Element.prototype.scrollIntoView = () => {}
Element.prototype.checkVisibility = () => true
window.scrollTo = () => {}
performance.getEntriesByType = () => []
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener() {},
    removeListener() {},
  })

// The code of an earlier file of this worker would still receive what is told to other tabs.
Object.assign(globalThis, { BroadcastChannel: undefined })

afterEach(cleanup)
