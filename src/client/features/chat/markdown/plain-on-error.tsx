import { Component, type ReactNode } from 'react';
import { PlainText } from './plain-text';

interface PlainOnErrorProps {
  /** Shown if rendering the children fails; a changed text triggers another try. */
  text: string;
  children: ReactNode;
}

interface PlainOnErrorState {
  hasFailed: boolean;
  text: string;
}

/** An error boundary for a part of an answer that shows its plain text instead. */
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
