import { href, Link } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import { ContactFormPlace } from './contact-form-place.tsx'

const MAIL =
  'm22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z'
const PHONE =
  'M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384'

type ContactSectionProps = {
  texts: { eyebrow: string; title: string; text: string; success: string }
  email: string
  phone: string
}

/** How to reach the shop, and its contact form. */
export function ContactSection({ texts, email, phone }: ContactSectionProps) {
  return (
    <section id="kontakt" aria-labelledby="kontakt-naglowek" className="border-b border-ivory/15 bg-night text-ivory">
      <div className="page-width grid gap-8 py-16 sm:py-20 lg:grid-cols-[2fr_3fr] lg:gap-16">
        <div className="on-night">
          <SectionHeading id="kontakt-naglowek" eyebrow={texts.eyebrow}>
            {texts.title}
          </SectionHeading>
          <p className="mt-3 max-w-md text-ivory/90">{texts.text}</p>
          <ul className="mt-6 space-y-2">
            <li>
              <a
                href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
                className="group inline-flex min-h-13 items-center gap-4"
              >
                <Icon d={PHONE} className="size-6 text-gold-light" strokeWidth={1.5} />
                <span className="font-display text-xl underline-offset-4 group-hover:underline">{phone}</span>
              </a>
            </li>
            <li>
              <a href={`mailto:${email}`} className="group inline-flex min-h-13 items-center gap-4">
                <Icon d={MAIL} className="size-6 shrink-0 text-gold-light" strokeWidth={1.5} />
                <span className="font-display text-xl break-all underline-offset-4 group-hover:underline">{email}</span>
              </a>
            </li>
          </ul>
          <Link
            to={href('/newsletter')}
            className="mt-4 inline-flex min-h-11 items-center underline underline-offset-4"
          >
            Zapisz się do newslettera
          </Link>
        </div>
        <div className="rounded-3xl bg-ivory p-5 text-night sm:p-8">
          <ContactFormPlace success={texts.success} />
        </div>
      </div>
    </section>
  )
}
