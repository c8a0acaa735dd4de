import { Component, type ReactNode } from 'react';
import { PlainText } from './plain-text';

interface PlainTextBoundaryProps {
  /** Shown if rendering the children fails; a changed text triggers another try. */
  text: string;
  children: ReactNode;
}

interface PlainTextBoundaryState {
  hasFailed: boolean;
  text: string;
}

/** An error boundary for a part of an answer that shows its plain text instead. */
export class PlainTextBoundary extends Component<PlainTextBoundaryProps, PlainTextBoundaryState> {
  override state: PlainTextBoundaryState = { hasFailed: false, text: this.props.text };

  static getDerivedStateFromError(): Partial<PlainTextBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(
    { text }: PlainTextBoundaryProps,
    state: PlainTextBoundaryState,
  ): PlainTextBoundaryState | null {
    return state.text === text ? null : { hasFailed: false, text };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <PlainText>{this.props.text}</PlainText> : this.props.children;
  }
}
