import { FileUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef } from 'react'
import { Button, type ButtonProps } from '#app/ui/button.tsx'
import { PRODUCT_CSV_BYTES_MAX } from '#domain/catalog/sheet/product-csv.ts'
import { readTextFile } from '#domain/kernel/tables/text-file.ts'

export type FileDropProps = {
  label: string
  /** What the file is: 'Plik CSV z produktami'. */
  name: string
  /** 'primary' where the file is the next step. */
  variant?: ButtonProps['variant']
  busy: boolean
  /** The most characters of a file. */
  most?: number
  onText: (text: string) => void
  onRefused: (problem: string) => void
  /** Buttons before that of the file. */
  children?: ReactNode
}

/** Takes a CSV file by a button or by dropping it, and reads its text. */
export function FileDrop({
  label,
  name,
  variant = 'primary',
  busy,
  most = PRODUCT_CSV_BYTES_MAX,
  onText,
  onRefused,
  children,
}: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)

  async function take(file: File | undefined) {
    if (!file) return
    const read = readTextFile(new Uint8Array(await file.slice(0, 2 * most + 1).arrayBuffer()), most)
    if (read.ok) onText(read.value)
    else onRefused(read.failure.sentence)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    const { files } = event.dataTransfer
    if (files.length > 1) onRefused('Upuść jeden plik naraz.')
    else void take(files[0])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same without a mouse
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      className="flex flex-wrap items-center gap-2 rounded-xl border-2 border-dashed border-night/25 p-3"
    >
      {children}
      <Button variant={variant} size="tight" busy={busy} onClick={() => input.current?.click()}>
        <FileUp aria-hidden="true" className="size-4" />
        {label}
      </Button>
      <span className="text-xs text-night/80">albo upuść plik tutaj</span>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv"
        aria-label={name}
        onChange={(event) => {
          const file = event.target.files?.[0]
          // The same file can be chosen again after it was corrected.
          event.target.value = ''
          void take(file)
        }}
      />
    </div>
  )
}
