import { useEffect, useRef } from 'react'
import { href, type Location, type NavigateOptions, type To, useLocation, useNavigate } from 'react-router'
import { takeReopenDialogs } from '#app/ui/page-reload.ts'
import { clearDoneToasts } from '#app/ui/toast.ts'

/** One open dialog. */
export type Dialog =
  | { name: 'cart' }
  /** `stay`: whoever signs in is back where it was opened, instead of in the panel. */
  | { name: 'login'; stay?: boolean }
  /** The brands of the landing page's picker. */
  | { name: 'brands' }
  /** `buying`: at its checkout. */
  | { name: 'product'; slug: string; buying?: boolean }
  | { name: 'picture'; imageKey: string; productName: string }
  /** The promotional popup, which stands on all pages (app/notices). */
  | { name: 'promo' }
  | { name: 'description' | 'notes'; slug: string }
  | { name: 'saved' }
  | { name: 'reviews'; productId: string; slug: string; productName: string }

/**
 * The dialogs that lie over a page, the topmost last. They stand in the state of the history's entry: opening one adds an
 * entry at the same address, so that Back closes the topmost instead of leaving the page, and Forward opens it again.
 */
function readDialogs(state: unknown): Dialog[] {
  if (typeof state !== 'object' || state === null || !('dialogs' in state) || !Array.isArray(state.dialogs)) return []
  return state.dialogs.filter(isDialog)
}

/** An entry can be older than this build. */
function isDialog(value: unknown): value is Dialog {
  if (typeof value !== 'object' || value === null || !('name' in value)) return false
  if (value.name === 'product' || value.name === 'description' || value.name === 'notes') {
    return 'slug' in value && typeof value.slug === 'string'
  }
  if (value.name === 'picture') return 'imageKey' in value && 'productName' in value
  if (value.name === 'reviews') return 'productId' in value && 'slug' in value && 'productName' in value
  return ['cart', 'login', 'brands', 'promo', 'saved'].includes(String(value.name))
}

/** Where opening `dialog` over what stands at `location` leads. A product is shown at its own address meanwhile. */
export function buildDialogEntry(location: Location, dialog: Dialog): { to: To; options: NavigateOptions } {
  const { pathname, search, hash, mask, state } = location
  return {
    to: { pathname, search, hash },
    options: {
      state: { dialogs: [...readDialogs(state), dialog] },
      mask: dialog.name === 'product' ? href('/produkt/:slug', { slug: dialog.slug }) : mask,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
    },
  }
}

type Preloads = Record<Exclude<Dialog['name'], 'promo'>, () => void>

/** The host's: what fetches a dialog's code. Handed over, because dialogs open one another. */
export let setDialogPreloads: (preloads: Preloads) => void
const preloads = new Promise<Preloads>((resolve) => {
  setDialogPreloads = resolve
})

/** Fetches a dialog's code on the first sign that it will be wanted, or once the host is there. */
export function preloadDialog(name: keyof Preloads): void {
  void preloads.then((all) => all[name]())
}

/** What is open, and the ways to change it. */
/** Where the visitor is by now; what opens a dialog can be older: the action of a toast, a timer. */
let shown: Location | null = null

export function useDialogs() {
  const location = useLocation()
  const navigate = useNavigate()
  const dialogs = readDialogs(location.state)
  /** Callbacks can be older than what is on the screen: a timer's, a second press. */
  const current = useRef({ location, depth: dialogs.length })
  const closing = useRef<Location | null>(null)
  useEffect(() => {
    current.current = { location, depth: dialogs.length }
    shown = location
  })

  return {
    dialogs,
    open(dialog: Dialog) {
      clearDoneToasts()
      const { to, options } = buildDialogEntry(shown ?? location, dialog)
      void navigate(to, options)
    },
    /** Closes the topmost dialog; with `below` the one that has so many below it, and those above it. */
    close(below = current.current.depth - 1) {
      const { location, depth } = current.current
      if (below < 0 || below >= depth || closing.current === location) return
      closing.current = location
      void navigate(below - depth)
    },
    /** Goes to another page in place of the topmost dialog. */
    leaveTo(to: To) {
      void navigate(to, { replace: true })
    },
  }
}

/**
 * A page load starts without dialogs: the entry may hold those of an earlier one, whose list is not behind them any more.
 * Only a reload that the page did by itself gives them back. To be called before the router reads the entry.
 */
export function forgetDialogsOfEarlierLoad(): void {
  if (takeReopenDialogs()) return
  const { state } = window.history
  if (readDialogs(state?.usr).length > 0) window.history.replaceState({ ...state, usr: null }, '')
}
