import type { ReactNode, RefObject } from 'react'
import { Button } from './button.tsx'
import style from './skip-link.module.css'

interface SkipLinkProps {
  /** Its target. The keyboard focus moves there too. */
  to: RefObject<HTMLElement | null>
  name: string
  children?: ReactNode
}

/**
 * Jump link to the action on narrow screens, where it is below the content. It stays at the lower edge until the target is
 * visible, so that a reader can skip the rest.
 */
export function Leap({ to, name, children }: SkipLinkProps) {
  function go(): void {
    to.current?.focus({ preventScroll: true })
    to.current?.scrollIntoView()
  }
  return (
    <div className={style.leap}>
      {children}
      <Button className={style.button} look="first" icon="down" onClick={go}>
        {name}
      </Button>
    </div>
  )
}
