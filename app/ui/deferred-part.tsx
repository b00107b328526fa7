import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from './lazy-part.tsx'

type DeferredOptions = {
  /** Id of the part's element in the server's document. */
  id: string
  /** A skeleton in the shape of the part, for a navigation, when the server has rendered nothing. */
  skeleton: ReactNode
  /** The part works without code: if its code does not load, it stays as the server sent it, without a message. */
  isText?: boolean
}

type DeferredPart<Props> = ComponentType<Props> & {
  /** Sets the component that the server renders. An import here would put the part's code into the page's own file. */
  provide: (Part: ComponentType<Props>) => void
  /** Fetches the code for a page that the browser renders; answers whether it has loaded. */
  preload: () => Promise<boolean>
}

/** The visitor's first sign of activity. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/**
 * A part of a page that the server renders and the browser hydrates at the visitor's first activity. Until then it is
 * plain HTML with working links. For parts below the first screen. The part has to render an element
 * with `id` for all properties.
 */
export function deferredPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { id, skeleton, isText = false }: DeferredOptions,
): DeferredPart<Props> {
  if (import.meta.env.SSR) {
    let provided: ComponentType<Props> | undefined
    const Rendered = (props: Props) => {
      if (!provided) throw new Error(`The server was not given the part #${id}`)
      const Part = provided
      return (
        <Suspense>
          <Part {...props} />
        </Suspense>
      )
    }
    return Object.assign(Rendered, {
      provide(Part: ComponentType<Props>) {
        provided = Part
      },
      preload: async () => true,
    })
  }

  const Loaded = lazyPart(load, { skeleton })
  const isThere = () => document.getElementById(id) !== null
  // A page that the browser renders needs the code at once.
  if (!isThere()) void Loaded.preload()
  const Hydrated: ComponentType<Props> = lazy(async () => {
    await firstSign()
    if (isText) return loadOnceOnline(load)
    // For a later visit to the page.
    void Loaded.preload()
    // If the code does not load, `Loaded` says so and offers a retry.
    return load().catch(() => ({ default: Loaded }))
  })
  function Deferred(props: Props) {
    const [isRendered] = useState(isThere)
    if (!isRendered) return <Loaded {...props} />
    return (
      <Suspense fallback={skeleton}>
        <Hydrated {...props} />
      </Suspense>
    )
  }
  return Object.assign(Deferred, { provide: () => undefined, preload: Loaded.preload })
}

/** Tries again whenever the connection is back. */
async function loadOnceOnline<Module>(load: () => Promise<Module>): Promise<Module> {
  return load().catch(async () => {
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
    return loadOnceOnline(load)
  })
}

let sign: Promise<void> | undefined

function firstSign(): Promise<void> {
  sign ??= new Promise((resolve) => {
    const wait = new AbortController()
    const onSign = () => {
      wait.abort()
      resolve()
    }
    for (const name of SIGNS) window.addEventListener(name, onSign, { passive: true, signal: wait.signal })
  })
  return sign
}
