import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { Alert } from './alert.tsx'
import { reloadAfterDeploy, reloadWithDialogs, shopAnswers } from './page-reload.ts'
import { useRetryOnline } from './retry-online.ts'

type LazyPartOptions<Props> = {
  /** A skeleton in the shape of the component; by default nothing is shown. */
  skeleton?: ReactNode
  /** The wrapper of skeleton and error sentence, if the component has one of its own. */
  frame?: (content: ReactNode, props: Props) => ReactNode
  /** False: the visitor did not ask for it. It shows nothing until its code is there, and never reloads the page. */
  isRequested?: boolean
}

type LazyPart<Props> = ComponentType<Props> & {
  /** Prefetches the code; returns whether it has loaded. */
  preload: () => Promise<boolean>
}

/**
 * A component whose code loads when it is first shown. Until then it shows a skeleton; if the code does not load, a
 * sentence with 'Spróbuj ponownie'. After a deploy, when the code of this build is gone, the page reloads once.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  options: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  const code = new PartCode(load)
  const show = (props: Props) => <Part code={code} options={options} props={props} />
  return Object.assign(show, { preload: () => code.fetch() })
}

/** A component's code, fetched once for all its uses. */
class PartCode<Props> {
  Loaded: ComponentType<Props> | undefined
  readonly #load: () => Promise<{ default: ComponentType<Props> }>
  #loading: Promise<boolean> | undefined

  constructor(load: () => Promise<{ default: ComponentType<Props> }>) {
    this.#load = load
  }

  /** Returns whether the code has loaded. After a failure the next call tries again. */
  fetch(): Promise<boolean> {
    this.#loading ??= this.#load().then(
      (module) => {
        this.Loaded = module.default
        return true
      },
      (cause) => {
        console.warn('Code of the page could not be loaded.', cause)
        this.#loading = undefined
        return false
      },
    )
    return this.#loading
  }
}

type PartProps<Props> = { code: PartCode<Props>; options: LazyPartOptions<Props>; props: Props }

function Part<Props extends object>({ code, options, props }: PartProps<Props>) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  const isShown = useRef(false)
  const { skeleton, frame = (content: ReactNode) => content, isRequested = true } = options

  useEffect(() => {
    isShown.current = true
    async function start() {
      const there = await code.fetch()
      if (!isShown.current || (!there && isRequested && (await reloadAfterDeploy()))) return
      setState(there ? 'loaded' : 'failed')
    }
    void start()
    return () => {
      isShown.current = false
    }
  }, [code, isRequested])

  async function retry() {
    setState('loading')
    if (await code.fetch()) setState('loaded')
    // Most browsers do not fetch a script again that has failed once. A new page load does.
    else if (!isRequested || !(await shopAnswers())) setState('failed')
    else if (isShown.current) reloadWithDialogs()
  }
  useRetryOnline(state === 'failed' ? state : null, () => void retry())

  if (code.Loaded) return <code.Loaded {...props} />
  if (!isRequested) return null
  const content =
    state === 'failed' ? (
      <div className="p-5 sm:p-7">
        <Alert title="Nie udało się wczytać tej części strony." onRetry={() => void retry()}>
          Sprawdź połączenie z internetem.
        </Alert>
      </div>
    ) : (
      <>
        <span role="status" className="sr-only">
          Wczytywanie
        </span>
        {skeleton}
      </>
    )
  return frame(content, props)
}
