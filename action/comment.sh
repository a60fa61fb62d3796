#!/bin/sh
# Writes the one comment of this use of the action on a pull request, or updates it.
#   comment.sh NUMBER FILE
# The first line of FILE marks the comment. Needs gh, and GH_TOKEN with the permission to write to pull requests.
set -eu
MARK=$(head -n 1 "$2")
export MARK
comments=repos/$GITHUB_REPOSITORY/issues/$1/comments
own='.[] | select(.user.login == "github-actions[bot]" and (.body | startswith(env.MARK))) | .id'
if id=$(gh api --paginate "$comments" --jq "$own"); then
    id=$(echo "$id" | head -n 1)
    if [ -n "$id" ]; then
        gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field "body=@$2" && exit
    else
        gh api --silent --method POST "$comments" --field "body=@$2" && exit
    fi
fi
# A pull request from a fork may not write; its result is in the summary of the job.
echo "::warning title=Undercard::Cannot comment on the pull request; the job needs the permission pull-requests: write"
