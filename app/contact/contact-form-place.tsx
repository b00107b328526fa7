import { type ComponentType, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { writeStored } from '#app/browser-storage.ts'
import { Button } from '#app/ui/button.tsx'
import { reloadAfterDeploy, reloadWithDialogs, shopAnswers } from '#app/ui/page-reload.ts'
import { toast } from '#app/ui/toast.ts'
import type { ContactFormProps, ContactStart } from './contact-fields.tsx'

/** Only the server renders the fields here, so that a first visit does not load their code. */
const served = import.meta.env.SSR ? await import('./contact-fields.tsx') : null

/** One object for all renderings, so that React keeps what the server wrote. */
const AS_SERVED = { __html: '' }

/**
 * The contact form. Its fields are in the served document and accept text at once. The form's code is loaded when they
 * come near the screen; it takes over the typed text, the focus and a press of the button.
 */
export function ContactFormPlace({ success }: Pick<ContactFormProps, 'success'>) {
  const place = useRef<HTMLDivElement>(null)
  const [live, setLive] = useState<{ Form: ComponentType<ContactFormProps>; start: ContactStart } | null>(null)

  useEffect(() => {
    const { current: element } = place
    if (!element) return
    const button = element.querySelector('button')
    let pressed = false

    async function load() {
      try {
        const { default: Form } = await import('./contact-form.tsx')
        // At once: nothing can be typed or pressed between the reading and the change.
        flushSync(() => setLive((known) => known ?? { Form, start: { ...readPlace(element), pressed } }))
      } catch (cause) {
        console.warn('Code of the contact form could not be loaded.', cause)
        button?.removeAttribute('aria-busy')
        if (!pressed) return
        pressed = false
        writeStored('contact_message', JSON.stringify(readPlace(element).typed))
        if (await reloadAfterDeploy()) return
        // Most browsers never request a failed script again without a new page load.
        if (await shopAnswers()) return reloadWithDialogs()
        toast({ title: 'Błąd', description: 'Nie udało się wysłać wiadomości. Spróbuj ponownie.', tone: 'error' })
      }
    }

    function press() {
      pressed = true
      button?.setAttribute('aria-busy', 'true')
      void load()
    }
    button?.addEventListener('click', press)
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        watcher.disconnect()
        void load()
      },
      { rootMargin: '400px' },
    )
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      button?.removeEventListener('click', press)
    }
  }, [])

  if (served) {
    return (
      <div>
        <form aria-label="Formularz kontaktowy" noValidate className="relative noscript:hidden">
          <served.ContactFields />
          {/* No submit button: without its code the form would put the text into the page's address. */}
          <Button size="lg" className="mt-4">
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

function readPlace(place: HTMLElement | null): Omit<ContactStart, 'pressed'> {
  const form = place?.querySelector('form')
  const entries = form ? [...new FormData(form)] : []
  const { activeElement } = document
  const isField = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement
  const focused =
    isField && form?.contains(activeElement) ? { name: activeElement.name, caret: activeElement.selectionStart } : null
  return { typed: Object.fromEntries(entries.map(([name, value]) => [name, String(value)])), focused }
}
