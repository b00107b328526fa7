import { Mail, Phone } from 'lucide-react'
import type { HomeTexts } from './home-texts.server.ts'

type ContactProps = { texts: HomeTexts['contact']; email: string; phone: string }

/** How to reach the shop. */
export function Contact({ texts, email, phone }: ContactProps) {
  return (
    <section
      id="kontakt"
      aria-labelledby="kontakt-naglowek"
      className="on-night border-b border-ivory/15 bg-night text-ivory"
    >
      <div className="page-width grid gap-8 py-16 sm:py-20 md:grid-cols-2 md:items-center">
        <div>
          <h2 id="kontakt-naglowek" className="font-display text-3xl sm:text-4xl">
            {texts.title}
          </h2>
          <p className="mt-3 max-w-md text-ivory/90">{texts.text}</p>
        </div>
        <ul className="space-y-2">
          <li>
            <a
              href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
              className="group inline-flex min-h-13 items-center gap-4"
            >
              <Phone aria-hidden="true" className="size-6 text-gold-light" strokeWidth={1.5} />
              <span className="font-display text-xl underline-offset-4 group-hover:underline">{phone}</span>
            </a>
          </li>
          <li>
            <a href={`mailto:${email}`} className="group inline-flex min-h-13 items-center gap-4">
              <Mail aria-hidden="true" className="size-6 shrink-0 text-gold-light" strokeWidth={1.5} />
              <span className="font-display text-xl break-all underline-offset-4 group-hover:underline">{email}</span>
            </a>
          </li>
        </ul>
      </div>
    </section>
  )
}
