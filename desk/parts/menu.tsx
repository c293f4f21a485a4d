import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import style from './menu.module.css'

/** What can be chosen behind one button. */
export function Menu({ button, children }: { button: ReactNode; children: ReactNode }) {
  return (
    // What is behind it stays there for who listens: it covers nothing, and is left by a step aside.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{button}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={style.menu} align="start" sideOffset={6} collisionPadding={8}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

export function MenuItem({ icon, onSelect, children }: { icon?: IconName; onSelect: () => void; children: ReactNode }) {
  return (
    <DropdownMenu.Item className={style.item} onSelect={onSelect}>
      <span className={style.sign}>{icon && <Icon name={icon} />}</span>
      {children}
    </DropdownMenu.Item>
  )
}

interface Choice<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChoose: (value: Value) => void
}

/** One of a few: what is chosen has a tick. */
export function MenuChoice<Value extends string>({ label, value, options, onChoose }: Choice<Value>) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={(next) => onChoose(next as Value)}>
      <DropdownMenu.Label className={style.label}>{label}</DropdownMenu.Label>
      {options.map((option) => (
        <DropdownMenu.RadioItem key={option.value} value={option.value} className={style.item}>
          <span className={style.sign}>
            <DropdownMenu.ItemIndicator>
              <Icon name="check" />
            </DropdownMenu.ItemIndicator>
          </span>
          {option.label}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}

export const MenuLine = () => <DropdownMenu.Separator className={style.line} />
