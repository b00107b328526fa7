import { type DialogEntry, preloadDialog, useDialogs } from '#app/dialogs/dialogs.ts'
import { ARROW_RIGHT, Icon } from '#app/ui/icon.tsx'

type PopupButtonProps = { dialog: Extract<DialogEntry, { name: 'description' | 'notes' }>; children: string }

/** Opens a popup with more about a product. */
export function PopupButton({ dialog, children }: PopupButtonProps) {
  const dialogs = useDialogs()
  const preload = () => preloadDialog(dialog.name)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold underline-offset-4 noscript:hidden hover:underline"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => dialogs.open(dialog)}
    >
      {children}
      <Icon d={ARROW_RIGHT} className="size-4" />
    </button>
  )
}
