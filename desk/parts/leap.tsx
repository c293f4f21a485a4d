import type { ReactNode, RefObject } from 'react'
import { Button } from './button.tsx'
import style from './leap.module.css'

interface Props {
  /** Where it leads. Whoever goes on by keys goes on from there too. */
  to: RefObject<HTMLElement | null>
  name: string
  children?: ReactNode
}

/**
 * The way to what is to be done, on a screen that has no room for it beside what is read. It stays at the lower edge until one
 * is there: whoever has read enough does not have to move past the rest.
 */
export function Leap({ to, name, children }: Props) {
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
