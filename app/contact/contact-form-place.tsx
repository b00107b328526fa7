import { type ComponentType, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { href } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import type { ContactFormProps, ContactStart } from './contact-fields.tsx'

/** Only the server renders the fields here, so that a first visit does not load their code. */
const served = import.meta.env.SSR ? await import('./contact-fields.tsx') : null

/** One object for all renderings, so that React keeps what the server wrote. */
const AS_SERVED = { __html: '' }

/**
 * The contact form. Its fields are in the served document, accept text at once and are sent to a page of their own, also
 * without scripts. The form's code is loaded when they come near the screen; it takes over the typed text and the focus.
 */
export function ContactFormPlace({ success }: Pick<ContactFormProps, 'success'>) {
  const place = useRef<HTMLDivElement>(null)
  const [live, setLive] = useState<{ Form: ComponentType<ContactFormProps>; start: ContactStart } | null>(null)

  useEffect(() => {
    const { current: element } = place
    if (!element) return
    async function load() {
      try {
        const { default: Form } = await import('./contact-form.tsx')
        // Synchronous, so that nothing can be typed between reading and replacing the fields.
        flushSync(() => setLive({ Form, start: readPlace(element) }))
      } catch (cause) {
        console.warn('Code of the contact form could not be loaded.', cause)
      }
    }
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        watcher.disconnect()
        void load()
      },
      { rootMargin: '400px' },
    )
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])

  if (served) {
    return (
      <div>
        <form aria-label="Formularz kontaktowy" method="post" action={href('/kontakt')} className="relative">
          <served.ContactFields />
          <Button type="submit" size="lg" className="mt-4">
            Wyślij wiadomość
          </Button>
        </form>
      </div>
    )
  }
  if (live) return <live.Form start={live.start} success={success} />
  return (
    <div
      ref={place}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: empty, so that React keeps the served fields
      dangerouslySetInnerHTML={AS_SERVED}
      suppressHydrationWarning
      // Empty when the page was opened by a link inside the shop.
      className="empty:h-136"
    />
  )
}

function readPlace(place: HTMLElement | null): ContactStart {
  const form = place?.querySelector('form')
  const entries = form ? [...new FormData(form)] : []
  const { activeElement } = document
  const isField = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement
  const focused =
    isField && form?.contains(activeElement) ? { name: activeElement.name, caret: activeElement.selectionStart } : null
  return { typed: Object.fromEntries(entries.map(([name, value]) => [name, String(value)])), focused }
}
