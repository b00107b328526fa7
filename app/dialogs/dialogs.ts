import { useEffect, useRef } from 'react'
import {
  href,
  type Location,
  type NavigateFunction,
  type NavigateOptions,
  type To,
  useLocation,
  useNavigate,
} from 'react-router'
import { isObject } from '#app/browser-storage.ts'
import { takeReopenDialogs } from '#app/ui/page-reload.ts'
import { clearDoneToasts } from '#app/ui/toast.ts'
import type { DescribedPicture } from '#domain/catalog/product-pictures.ts'

/** In the landing page's address: the panel sent somebody there to sign in. */
export const LOGIN_HASH = '#logowanie'

/** Step `number` of `of`, from 1. Each step after the first adds a history entry, so that Back leads one step back. */
export type CheckoutStep = { number: number; of: number }

export type DialogEntry =
  | { name: 'cart' }
  /** `stay`: signing in only closes the dialog, instead of leading to the panel. `sent`: the panel redirected here. */
  | { name: 'login'; stay?: boolean; sent?: boolean }
  /** The session of this account is over while something is being saved (sign-in-again.ts). */
  | { name: 'sign-in-again'; email: string }
  /** The brands of the landing page's picker. */
  | { name: 'brands' }
  /** `buying`: shows the checkout, at the first step or at `step`. `instead`: the replaced size of the scent. */
  | { name: 'product'; slug: string; buying?: boolean; step?: CheckoutStep; instead?: string }
  /** `pictures`: the pictures to page through, beginning with `imageKey`. */
  | { name: 'picture'; imageKey: string; productName: string; pictures?: DescribedPicture[] }
  /** The promotional popup of every page (app/notices). */
  | { name: 'promo' }
  | { name: 'description' | 'notes'; slug: string }
  /** `compared`: shows these products side by side, in a further entry. */
  | { name: 'saved'; compared?: string[] }
  | { name: 'reviews'; productId: string; slug: string; productName: string }

/**
 * The open dialogs of a history entry's state, the topmost last. Opening one adds an entry at the same address, so that
 * Back closes the topmost instead of leaving the page, and Forward opens it again.
 */
export function readDialogs(state: unknown): DialogEntry[] {
  return isObject(state) && Array.isArray(state.dialogs) ? state.dialogs.filter(isDialog) : []
}

/** What an entry of each name needs; an older build may have left it out. */
const NEEDED: Record<DialogEntry['name'], string[]> = {
  cart: [],
  login: [],
  'sign-in-again': ['email'],
  brands: [],
  product: ['slug'],
  picture: ['imageKey', 'productName'],
  promo: [],
  description: ['slug'],
  notes: ['slug'],
  saved: [],
  reviews: ['productId', 'slug', 'productName'],
}

function isDialog(value: unknown): value is DialogEntry {
  if (!isObject(value)) return false
  return (
    Object.entries(NEEDED)
      .find(([name]) => name === value.name)?.[1]
      .every((part) => part in value) === true
  )
}

/** Whether both are the same dialog, at any step, or the second shows another size in place of the first's product. */
export function isSameDialog(one: DialogEntry, other: DialogEntry): boolean {
  if (one.name === 'saved') return other.name === 'saved'
  if (one.name === 'product') {
    return other.name === 'product' && (other.slug === one.slug || other.instead === one.slug)
  }
  return JSON.stringify(one) === JSON.stringify(other)
}

/** How many history entries a dialog has at its present step. */
export function countEntries(dialog: DialogEntry): number {
  if (dialog.name === 'saved') return dialog.compared ? 2 : 1
  return dialog.name === 'product' ? (dialog.step?.number ?? 1) : 1
}

/** The promotional card on phones blocks nothing; a dialog opened beside it replaces it. */
function addDialog(below: readonly DialogEntry[], dialog: DialogEntry): DialogEntry[] {
  return [...below.filter(({ name }) => name !== 'promo'), dialog]
}

/** The entry that opens `dialog` over those of `location`. A product's dialog shows the product's address. */
export function buildDialogEntry(location: Location, dialog: DialogEntry): HistoryEntry {
  return buildEntry(location, addDialog(readDialogs(location.state), dialog))
}

type HistoryEntry = { to: To; options: NavigateOptions }

export function buildEntry({ pathname, search, hash, mask, state }: Location, dialogs: DialogEntry[]): HistoryEntry {
  const dialog = dialogs.at(-1)
  return {
    to: { pathname, search, hash },
    options: {
      // Keeps the step of the page below.
      state: { ...(isObject(state) && state), dialogs },
      mask: dialog?.name === 'product' ? href('/produkt/:slug', { slug: dialog.slug }) : mask,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
    },
  }
}

type DialogParts = Record<Exclude<DialogEntry['name'], 'promo'>, { preload: () => unknown }>

/** Called by the host with the dialogs' components; an import would be circular, because dialogs open one another. */
export let setDialogParts: (parts: DialogParts) => void
const loadedParts = new Promise<DialogParts>((resolve) => {
  setDialogParts = resolve
})

/** Loads a dialog's code before it is opened, once the host is loaded. */
export function preloadDialog(name: keyof DialogParts): void {
  void loadedParts.then((parts) => parts[name].preload())
}

/** The present location; callbacks that open a dialog can be older: the action of a toast, a timer. */
let shown: Location | null = null
export const readShown = (): Location | null => shown

/** A step back that the browser has not taken yet, and the dialog that was closed meanwhile. */
let isSteppingBack = false
let closeAfterStep: (() => void) | null = null
function endStep(): void {
  isSteppingBack = false
  const close = closeAfterStep
  closeAfterStep = null
  // The router reads the entry first.
  if (close) setTimeout(close)
}
if (typeof window !== 'undefined') window.addEventListener('popstate', endStep, { capture: true })

/** Goes back by so many entries, unless the browser is still about to go. */
export function goBack(navigate: NavigateFunction, entries: number): void {
  if (entries <= 0 || isSteppingBack) return
  isSteppingBack = true
  void navigate(-entries)
}

/**
 * The state of the entry that the browser is at. While Back is still loading its page, `location` is the entry that was
 * left: steps counted from that one would lead too far, out of the shop. Without a browser's history `location` is it.
 */
function readPresentState({ state }: Location): unknown {
  const entry: unknown = window.history.state
  return isObject(entry) && 'idx' in entry ? entry.usr : state
}

/** The dialogs of `location` that the browser's present entry has too, each at the step of that entry. */
export function readCommonDialogs(location: Location): DialogEntry[] {
  const shown = readDialogs(location.state)
  const present = readDialogs(readPresentState(location))
  const end = present.findIndex((dialog, level) => {
    const other = shown[level]
    return !other || !isSameDialog(other, dialog)
  })
  return end < 0 ? present : present.slice(0, end)
}

/** True between the call that opens a dialog and its appearance: dialogs that open by themselves have to wait. */
let isOpening = false
export const isDialogOpening = (): boolean => isOpening
export function announceDialog(): void {
  isOpening = true
}

/** What is open, and the ways to change it. */
export function useDialogs() {
  const location = useLocation()
  const navigate = useNavigate()
  const dialogs = readDialogs(location.state)
  /** For callbacks that are older than the present rendering: a timer's, a second press. */
  const current = useRef({ location, dialogs })
  useEffect(() => {
    current.current = { location, dialogs }
    if (shown !== location) {
      isOpening = false
      endStep()
    }
    shown = location
  })

  function closeTo(below: number): void {
    const closed = below < 0 ? [] : readCommonDialogs(current.current.location).slice(below)
    const entries = closed.reduce((sum, dialog) => sum + countEntries(dialog), 0)
    goBack(navigate, entries)
  }

  return {
    dialogs,
    open(dialog: DialogEntry) {
      clearDoneToasts()
      announceDialog()
      const at = shown ?? location
      const { to, options } = buildEntry(at, addDialog(readCommonDialogs(at), dialog))
      void navigate(to, options)
    },
    /** Closes the topmost dialog, or all but the lowest `below` ones; after a step back that is under way. */
    close(below = current.current.dialogs.length - 1) {
      if (isSteppingBack) closeAfterStep = () => closeTo(below)
      else closeTo(below)
    },
  }
}

/**
 * Removes the dialogs of an earlier page load from the entry, because the page behind them is gone. Keeps a checkout,
 * and after a reload by the page itself every dialog. To be called before the router reads the entry.
 */
export function forgetDialogsOfEarlierLoad(): void {
  keepBrowserFromScrolling()
  if (takeReopenDialogs()) return
  const { state } = window.history
  const dialogs = readDialogs(state?.usr)
  const top = dialogs.at(-1)
  if (!top || (top.name === 'product' && top.buying)) return
  window.history.replaceState({ ...state, usr: { ...state.usr, dialogs: [] } }, '')
  // The page of the product itself, where the list behind the dialog was scrolled.
  if (dialogs.some(({ name }) => name === 'product')) window.scrollTo(0, 0)
}

/**
 * The browser restores a place of the list when a product opened over it is loaded as a page. The router, which
 * restores places itself, allows it to with 'pagehide'; a page that is left is hidden afterwards.
 */
function keepBrowserFromScrolling(): void {
  document.addEventListener('visibilitychange', () => {
    const dialogs = readDialogs(window.history.state?.usr)
    if (dialogs.some(({ name }) => name === 'product')) window.history.scrollRestoration = 'manual'
  })
}
