import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Alert } from './alert.tsx'
import { reloadAfterDeploy, reloadWithDialogs, shopAnswers } from './page-reload.ts'

type LazyPartOptions<Props> = {
  /** In the shape of what comes. */
  skeleton: ReactNode
  /** Where skeleton and sentence stand, when the part brings its own surroundings. */
  frame?: (content: ReactNode, props: Props) => ReactNode
}

type LazyPart<Props> = ComponentType<Props> & {
  /** Fetches the code ahead, on the first sign that it will be wanted; whether it is there. */
  preload: () => Promise<boolean>
}

/**
 * A component whose code loads when it is first shown: a skeleton until then, and when the code cannot be had a sentence
 * with 'Spróbuj ponownie' in the same place. After a deploy, when the code of this build is gone, the page reloads itself
 * once.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  options: LazyPartOptions<Props>,
): LazyPart<Props> {
  const code = new PartCode(load)
  const show = (props: Props) => <Part code={code} options={options} props={props} />
  return Object.assign(show, { preload: () => code.fetch() })
}

/** A component's code, fetched once however many ask for it. */
class PartCode<Props> {
  Loaded: ComponentType<Props> | undefined
  readonly #load: () => Promise<{ default: ComponentType<Props> }>
  #loading: Promise<boolean> | undefined

  constructor(load: () => Promise<{ default: ComponentType<Props> }>) {
    this.#load = load
  }

  /** Whether the code is there. After a failure the next call tries again. */
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

  useEffect(() => {
    let stopped = false
    async function start() {
      const there = await code.fetch()
      if (stopped || (!there && (await reloadAfterDeploy()))) return
      setState(there ? 'loaded' : 'failed')
    }
    void start()
    return () => {
      stopped = true
    }
  }, [code])

  async function retry() {
    setState('loading')
    if (await code.fetch()) setState('loaded')
    // Most browsers never ask again for a script file that failed once: only a new page load does.
    else if (await shopAnswers()) reloadWithDialogs()
    else setState('failed')
  }

  if (code.Loaded) return <code.Loaded {...props} />
  const { skeleton, frame = (content: ReactNode) => content } = options
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
