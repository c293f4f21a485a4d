import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import style from './menu.module.css'

/** A menu button. */
export function Menu({ button, children }: { button: ReactNode; children: ReactNode }) {
  return (
    // Non-modal: the rest stays available to screen readers, and a click outside closes it.
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

/** A choice between a few: the selected one has a tick. */
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
