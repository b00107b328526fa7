import type { ReactNode } from 'react'

/** A page that says one thing: a card of 480 px under a picture. */
export function SmallPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-lg px-4 pt-6 pb-16 sm:pt-12">
      <div className="card overflow-hidden">
        <img
          src="/hero/hero-1200.webp"
          srcSet="/hero/hero-mobile-480.webp 480w, /hero/hero-1200.webp 1200w"
          sizes="30rem"
          width={480}
          height={144}
          alt=""
          className="h-28 w-full bg-sand object-cover object-[75%_60%] sm:h-36"
        />
        <div className="px-5 pt-6 pb-8 sm:px-8">
          <h1 className="mb-4 font-display text-3xl">{title}</h1>
          {children}
        </div>
      </div>
    </div>
  )
}
