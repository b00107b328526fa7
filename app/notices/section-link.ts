import { useEffect, useRef } from 'react'
import { href, type NavigateOptions, useLocation, useNavigate } from 'react-router'

/** Moves the focus to the first control of a section. */
export function focusSection(id: string): void {
  document.getElementById(id)?.querySelector<HTMLElement>('a, button, input, textarea')?.focus({ preventScroll: true })
}

/** Leads to a section of the landing page from any page, and moves the focus there. */
export function useSectionLink(): (id: string, options?: NavigateOptions) => void {
  const location = useLocation()
  const navigate = useNavigate()
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current === undefined || location.hash !== `#${wanted.current}`) return
    focusSection(wanted.current)
    wanted.current = undefined
  }, [location])
  return (id, options) => {
    wanted.current = id
    void navigate(`${href('/')}#${id}`, options)
  }
}
