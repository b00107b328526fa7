import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// Generous timeouts, as for tests of the shop: only a hang reaches them.
configure({ asyncUtilTimeout: 15_000 })
vi.setConfig({ testTimeout: 60_000 })

// jsdom has no layout.
Element.prototype.scrollIntoView = () => {}
Element.prototype.scrollTo = () => {}
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

// Otherwise code of an earlier file of this worker still receives messages for other tabs.
Object.assign(globalThis, { BroadcastChannel: undefined })

afterEach(cleanup)
