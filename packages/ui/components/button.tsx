import type { ComponentProps } from 'react'
import style from './button.module.css'
import { Icon, type IconName } from './icon.tsx'
import { KeyCap } from './key-cap.tsx'

interface ButtonProps {
  /** At most one button of a group is primary. */
  look?: 'plain' | 'first' | 'quiet' | 'grave'
  icon?: IconName
  /** Its keyboard shortcut. */
  shortcut?: string
  /** While it runs it shows so, and cannot be pressed again. */
  busy?: boolean
}

export function Button({
  look = 'plain',
  icon,
  shortcut,
  busy,
  children,
  ...rest
}: ButtonProps & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={`${style.button} ${style[look]} ${rest.className ?? ''}`}
      aria-busy={busy}
      disabled={busy || rest.disabled}
    >
      {icon && <Icon name={icon} />}
      {children && <span className={style.words}>{children}</span>}
      {shortcut && <KeyCap>{shortcut}</KeyCap>}
    </button>
  )
}
