import { useEffect, useRef } from 'react'
import { href, type Location, type NavigateOptions, type To, useLocation, useNavigate } from 'react-router'
import { takeReopenDialogs } from '#app/ui/page-reload.ts'
import { clearDoneToasts } from '#app/ui/toast.ts'

/** Step `number` of `of`, from 1. Each after the first is a further entry of the history, so that Back leads one step back. */
export type CheckoutStep = { number: number; of: number }

/** One open dialog. */
export type Dialog =
  | { name: 'cart' }
  /** `stay`: whoever signs in is back where it was opened, instead of in the panel. */
  | { name: 'login'; stay?: boolean }
  /** The session of this account is over, and something waits to be saved (sign-in-again.ts). */
  | { name: 'sign-in-again'; email: string }
  /** The brands of the landing page's picker. */
  | { name: 'brands' }
  /** `buying`: at its checkout, there at its first step or at `step`. */
  | { name: 'product'; slug: string; buying?: boolean; step?: CheckoutStep }
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
    return 'slug' in value && typeof value.slug === 'string' && (!('step' in value) || isStep(value.step))
  }
  if (value.name === 'sign-in-again') return 'email' in value && typeof value.email === 'string'
  if (value.name === 'picture') return 'imageKey' in value && 'productName' in value
  if (value.name === 'reviews') return 'productId' in value && 'slug' in value && 'productName' in value
  return ['cart', 'login', 'brands', 'promo', 'saved'].includes(String(value.name))
}

function isStep(value: unknown): value is CheckoutStep {
  if (typeof value !== 'object' || value === null || !('number' in value) || !('of' in value)) return false
  return typeof value.number === 'number' && typeof value.of === 'number'
}

/** Whether both are one dialog, at whatever step of its checkout. */
export function isSameDialog(one: Dialog, other: Dialog): boolean {
  if (one.name === 'product') return other.name === 'product' && other.slug === one.slug
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Entries of the history that a dialog has by now. */
function countEntries(dialog: Dialog): number {
  return dialog.name === 'product' ? (dialog.step?.number ?? 1) : 1
}

/** Where opening `dialog` over what stands at `location` leads. A product is shown at its own address meanwhile. */
export function buildDialogEntry(location: Location, dialog: Dialog): DialogEntry {
  // The promotional card of a phone blocks nothing; what is opened beside it takes its place.
  const below = readDialogs(location.state).filter(({ name }) => name !== 'promo')
  return buildEntry(location, [...below, dialog])
}

type DialogEntry = { to: To; options: NavigateOptions }

function buildEntry({ pathname, search, hash, mask }: Location, dialogs: Dialog[]): DialogEntry {
  const dialog = dialogs.at(-1)
  return {
    to: { pathname, search, hash },
    options: {
      state: { dialogs },
      mask: dialog?.name === 'product' ? href('/produkt/:slug', { slug: dialog.slug }) : mask,
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
  const current = useRef({ location, dialogs })
  const closing = useRef<Location | null>(null)
  useEffect(() => {
    current.current = { location, dialogs }
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
    close(below = current.current.dialogs.length - 1) {
      const { location, dialogs } = current.current
      if (below < 0 || below >= dialogs.length || closing.current === location) return
      closing.current = location
      void navigate(-dialogs.slice(below).reduce((entries, dialog) => entries + countEntries(dialog), 0))
    },
    /**
     * The topmost dialog goes on as `dialog`: in a further entry, or in place of its own. Does nothing when that one is not on
     * top any more: what leads here may have taken its time.
     */
    goOn(dialog: Dialog, { replace = false } = {}) {
      const at = shown ?? location
      const open = readDialogs(at.state)
      const top = open.at(-1)
      if (!top || !isSameDialog(top, dialog)) return
      const { to, options } = buildEntry(at, [...open.slice(0, -1), dialog])
      void navigate(to, { ...options, replace })
    },
    /** Back by so many steps of the topmost dialog. */
    stepBack(steps = 1) {
      void navigate(-steps)
    },
    /** Goes to another page in place of the topmost dialog. */
    leaveTo(to: To) {
      void navigate(to, { replace: true })
    },
  }
}

/**
 * A page load starts without dialogs: the entry may hold those of an earlier one, whose list is not behind them any more.
 * A checkout stays where it was, and a reload that the page did by itself gives every dialog back. To be called before the router
 * reads the entry.
 */
export function forgetDialogsOfEarlierLoad(): void {
  if (takeReopenDialogs()) return
  const { state } = window.history
  const top = readDialogs(state?.usr).at(-1)
  if (top && !(top.name === 'product' && top.buying)) window.history.replaceState({ ...state, usr: null }, '')
}
