import { Component, type ReactNode } from 'react';
import { PlainText } from './plain-text';

interface PlainOnErrorProps {
  /** What is shown when the children cannot be; another text gives them another try. */
  text: string;
  children: ReactNode;
}

interface PlainOnErrorState {
  hasFailed: boolean;
  text: string;
}

/** Keeps an error in drawing a part of an answer to that part, and shows its plain text instead. */
export class PlainOnError extends Component<PlainOnErrorProps, PlainOnErrorState> {
  override state: PlainOnErrorState = { hasFailed: false, text: this.props.text };

  static getDerivedStateFromError(): Partial<PlainOnErrorState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ text }: PlainOnErrorProps, state: PlainOnErrorState): PlainOnErrorState | null {
    return state.text === text ? null : { hasFailed: false, text };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <PlainText>{this.props.text}</PlainText> : this.props.children;
  }
}
