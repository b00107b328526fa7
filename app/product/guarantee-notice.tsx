import { classNames } from '#app/ui/class-names.ts'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { GUARANTEE_NOTICE } from '#domain/labels/guarantee-notice.ts'
import type { ShownPicture } from '#domain/labels/label-file.ts'

type GuaranteeNoticeProps = {
  /** The official file; null: the words that stand in for it. */
  official: ShownPicture | null
  className?: string
}

/** The notice of the legal guarantee: whole, in colour and in sight, as the law wants it before every purchase. */
export function GuaranteeNotice({ official, className }: GuaranteeNoticeProps) {
  if (official !== null) {
    const { url, width, height } = official
    return (
      <img
        src={url}
        width={width}
        height={height}
        alt={`Zawiadomienie o prawnej gwarancji zgodności. ${GUARANTEE_NOTICE.text}`}
        className={classNames('h-auto max-h-[60dvh] w-full max-w-96 object-contain object-left', className)}
      />
    )
  }
  const { title, text, link, url, qr } = GUARANTEE_NOTICE
  return (
    <aside
      aria-label="Gwarancja prawna"
      className={classNames('flow-root rounded-xl border border-night/20 bg-white p-4 text-sm', className)}
    >
      <img
        src={qr}
        width={246}
        height={246}
        alt=""
        className="float-right mb-2 ml-4 size-20 [image-rendering:pixelated]"
      />
      <p className="font-display text-lg leading-tight">{title}</p>
      <p className="mt-1.5">{text}</p>
      <NewTabLink href={url} className="inline-block py-2 font-medium underline underline-offset-4">
        {link}
      </NewTabLink>
    </aside>
  )
}
