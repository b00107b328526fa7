import { useEffect } from 'react'

/**
 * The combobox pattern of WAI-ARIA: the focus stays in the field, the arrow keys move through the options, Enter opens
 * the active one. No option is active after the options have changed.
 * @param content changes with the options
 */
export function useCombobox(
  input: HTMLInputElement,
  list: { readonly current: HTMLElement | null },
  listId: string,
  content: string,
): void {
  useEffect(() => {
    const described = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': 'true',
      'aria-controls': listId,
    }
    for (const [name, value] of Object.entries(described)) input.setAttribute(name, value)
    return () => {
      for (const name of [...Object.keys(described), 'aria-activedescendant']) input.removeAttribute(name)
    }
  }, [input, listId])

  // biome-ignore lint/correctness/useExhaustiveDependencies: starts again with other options.
  useEffect(() => {
    let active: HTMLElement | null = null
    function move(next: HTMLElement | null) {
      active?.setAttribute('aria-selected', 'false')
      active = next
      if (!next) return input.removeAttribute('aria-activedescendant')
      next.id ||= `${listId}-${[...(list.current?.querySelectorAll('[role=option]') ?? [])].indexOf(next)}`
      next.setAttribute('aria-selected', 'true')
      next.scrollIntoView({ block: 'nearest' })
      input.setAttribute('aria-activedescendant', next.id)
    }
    function onKeyDown(event: KeyboardEvent) {
      const options = [...(list.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
      const at = active ? options.indexOf(active) : -1
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step !== undefined && options.length > 0) {
        event.preventDefault()
        // The step beyond either end is the field itself.
        const place = (at + 1 + step + options.length + 1) % (options.length + 1)
        move(options[place - 1] ?? null)
      } else if (event.key === 'Enter' && active?.isConnected) {
        event.preventDefault()
        active.click()
      }
    }
    input.addEventListener('keydown', onKeyDown)
    return () => {
      move(null)
      input.removeEventListener('keydown', onKeyDown)
    }
  }, [input, list, listId, content])
}
